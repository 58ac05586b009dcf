"""`winnable` whose web server has a route /address: the address it takes for the client's."""

import sys

_PROGRAM = """
import sys
from starlette.responses import PlainTextResponse
from winnable.cli import main
from winnable.web import serve

make_app = serve.make_app

def make_app_with_route(settings):
    app = make_app(settings)
    app.add_route("/address", lambda request: PlainTextResponse(request.client.host))
    return app

serve.make_app = make_app_with_route
sys.exit(main())
"""
WITH_ADDRESS = (sys.executable, "-c", _PROGRAM)
"""To be used in place of `child_processes.COMMAND`."""
