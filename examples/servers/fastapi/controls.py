"""The controls of a server under test, as contract-tests/controls/openapi.yaml describes them."""

from fastapi import FastAPI, Response

DONE = Response(status_code=204)


def controls_of(service):
    """Returns an app with the controls of a service."""
    app = FastAPI()
    own = service.own
    changes = {"ship": own.ship, "deliver": own.deliver, "return": own.take_back}

    @app.post("/start")
    async def start(given: dict):
        service.sender.receiver = given["receiver"]
        return {f"{name}Key": service.keys[name] for name in ("other", "empty", "revoked", "deactivated")}

    @app.post("/settle")
    async def settle():
        await service.sender.settle()
        return DONE

    @app.post("/advance")
    async def advance(given: dict):
        service.clock.ahead += given["seconds"]
        return DONE

    @app.post("/fresh")
    async def fresh(given: dict):
        another = type(service)(given["rateLimit"])
        await another.start()
        return another.address()

    @app.post("/stop")
    async def stop():
        service.stop()
        return DONE

    @app.post("/{change}")
    async def change(change: str, given: dict):
        if change not in changes:
            return Response(status_code=404)
        changes[change](own.order(given["orderId"]))
        return DONE

    return app
