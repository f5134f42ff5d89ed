/** What a map file holds can not be used, however often it is read. Its message is one sentence. */
export class UnusableMap extends Error {}
