/** The largest request body in bytes: 256 KiB (design decision 12). */
export const maxBodyBytes = 256 * 1024

/** 256 KiB of JSON can hold 130,000 values, and all would be validated. */
export const bodyLimits = { bytes: maxBodyBytes, depth: 64, values: 10_000 }
