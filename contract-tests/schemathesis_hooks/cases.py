"""Questions about generated cases."""


def id_of(operation):
    return operation.definition.raw["operationId"]


def operation_id(case):
    return id_of(case.operation)


def is_declared_method(case):
    return case.method.upper() == case.operation.method.upper()


def is_valid(case):
    return case.meta is not None and case.meta.generation.mode.is_positive
