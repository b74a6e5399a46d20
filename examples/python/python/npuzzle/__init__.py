from ._npuzzle import *
from ._npuzzle import __all__, __doc__, __version__
