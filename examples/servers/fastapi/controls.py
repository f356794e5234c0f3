"""The controls of a server under test, as contract-tests/controls/openapi.yaml describes them."""

from fastapi import FastAPI, Response

DONE = Response(status_code=204)


def controls_of(service):
    """Returns an app with the controls of a service."""
    app = FastAPI()
    own = service.accounts[service.keys["own"]]
    changes = {"ship": own.ship, "deliver": own.deliver, "return": own.take_back}

    @app.post("/start")
    async def start(given: dict):
        service.sender.receiver = given["receiver"]
        return {f"{name}Key": key for name, key in service.keys.items()}

    @app.post("/settle")
    async def settle():
        await service.sender.settle()
        return DONE

    @app.post("/advance")
    async def advance(given: dict):
        service.ahead += given["seconds"]
        return DONE

    @app.post("/fresh")
    async def fresh(given: dict):
        return type(service)(given["rateLimit"]).address()

    @app.post("/stop")
    async def stop():
        service.stop()
        return DONE

    @app.post("/{change}")
    async def change(change: str, given: dict):
        if change not in changes:
            return Response(status_code=404)
        changes[change](own.getOrder(given))
        return DONE

    return app
