/** An id that we made: a UUID of version 7, in order of time, or of version 8, a hash; in lower case. */
export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
