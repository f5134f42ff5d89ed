import type { MapChanges } from './draw-gates.ts';
import { BLOCK, type OsmGroup, parseBlock } from './parse-block.ts';
import { rewriteMessage, write } from './rewrite-message.ts';
import { rewriteRelations } from './rewrite-relations.ts';
import { rewriteWays, type TextIndex } from './rewrite-ways.ts';
import { withoutTollBooths } from './toll-booths.ts';

/** The content of a data block with its groups of one kind, changed; the other groups are left out. */
export function rewriteBlock(
  content: Uint8Array,
  kind: OsmGroup['kind'],
  changes: MapChanges,
): Uint8Array {
  const { texts, groups } = parseBlock(content);
  const added: string[] = [];
  const indexOf = openTable(texts, added);
  const messages = groups.map((group) =>
    group.kind === kind ? changeGroup(group, texts, changes, indexOf) : undefined,
  );
  let next = 0;
  return rewriteMessage(content, {
    [BLOCK.group]: () => messages[next++],
    [BLOCK.texts]: (table) =>
      Buffer.concat([
        table,
        write((writer) => {
          for (const text of added) writer.writeStringField(1, text);
        }),
      ]),
  });
}

function changeGroup(
  group: OsmGroup,
  texts: readonly string[],
  { booths, ways, parts }: MapChanges,
  indexOf: TextIndex,
): Uint8Array {
  if (group.kind === 'nodes') return withoutTollBooths(group, texts, (id) => booths.has(id));
  if (group.kind === 'ways') return rewriteWays(group.message, ways, indexOf);
  if (group.kind === 'relations') return rewriteRelations(group.message, texts, parts);
  return group.message;
}

/** Gives the index of each text, and adds those that the block lacks. */
function openTable(texts: readonly string[], added: string[]): TextIndex {
  const indices = new Map(texts.map((text, i) => [text, i]));
  return (text) => {
    const known = indices.get(text);
    if (known !== undefined) return known;
    const index = texts.length + added.push(text) - 1;
    indices.set(text, index);
    return index;
  };
}
