"""Names for the numpy array types in signatures, by element type.

Import them under `TYPE_CHECKING` only: numpy is loaded when it is first needed.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

AnyArray = NDArray[Any]
BoolArray = NDArray[np.bool_]
Float16Array = NDArray[np.float16]
Float32Array = NDArray[np.float32]
Float64Array = NDArray[np.float64]
IndexArray = NDArray[np.intp]
Int8Array = NDArray[np.int8]
Int64Array = NDArray[np.int64]
UInt8Array = NDArray[np.uint8]
UInt32Array = NDArray[np.uint32]
UInt64Array = NDArray[np.uint64]
