/** Keys and values of a node, a way or a relation. */
export type OsmTags = Readonly<Record<string, string>>;
