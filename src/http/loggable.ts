/**
 * An error as the log takes it. That a call was broken off is an exception of the web platform,
 * whose prototype has some thirty constants: the log would write down every one of them.
 */
export const loggable = (error: unknown): unknown =>
  error instanceof DOMException ? String(error) : error;
