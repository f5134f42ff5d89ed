import { PbfReader } from 'pbf';
import { GROUP, type OsmGroup } from './parse-block.ts';
import { DENSE, NODE } from './read-nodes.ts';
import { packVarints, rewriteMessage, unpackDeltas, unpackVarints } from './rewrite-message.ts';

const KEY = 'barrier';
const VALUE = 'toll_booth';

/** The nodes of a group that are toll booths. */
export function listTollBooths(group: OsmGroup, texts: readonly string[]): number[] {
  const booths: number[] = [];
  if (texts.includes(VALUE))
    withoutTollBooths(group, texts, (id) => {
      booths.push(id);
      return false;
    });
  return booths;
}

/**
 * The group with some toll booths turned into plain nodes; nothing else of it changes.
 *
 * @param isOut is asked of every toll booth.
 */
export function withoutTollBooths(
  { message }: OsmGroup,
  texts: readonly string[],
  isOut: (id: number) => boolean,
): Uint8Array {
  const drops = (id: number, key: number, value: number) =>
    texts[key] === KEY && texts[value] === VALUE && isOut(id);
  return rewriteMessage(message, {
    [GROUP.dense]: (dense) => rewriteDense(dense, drops),
    [GROUP.node]: (node) => rewriteNode(node, drops),
  });
}

type Drops = (id: number, key: number, value: number) => boolean;

/** Keys and values of all nodes stand in one list, with a 0 behind those of each node. */
function rewriteDense(dense: Uint8Array, drops: Drops): Uint8Array {
  let ids: number[] = [];
  rewriteMessage(dense, {
    [DENSE.ids]: (bytes) => {
      ids = unpackDeltas(bytes);
      return undefined;
    },
  });
  return rewriteMessage(dense, {
    [DENSE.keysAndValues]: (bytes) => {
      const texts = unpackVarints(bytes);
      const kept: number[] = [];
      let node = 0;
      for (let i = 0; i < texts.length; ) {
        const [key = 0, value = 0] = [texts[i], texts[i + 1]];
        if (key === 0) {
          kept.push(0);
          node++;
          i++;
          continue;
        }
        if (!drops(ids[node] ?? 0, key, value)) kept.push(key, value);
        i += 2;
      }
      return packVarints(kept);
    },
  });
}

function rewriteNode(node: Uint8Array, drops: Drops): Uint8Array {
  let id = 0;
  let keys: number[] = [];
  let values: number[] = [];
  new PbfReader(node).readFields((field, _, reader) => {
    if (field === NODE.id) id = reader.readSVarint();
    else if (field === NODE.keys) keys = reader.readPackedVarint();
    else if (field === NODE.values) values = reader.readPackedVarint();
  }, undefined);
  const kept = keys.flatMap((key, i) => (drops(id, key, values[i] ?? 0) ? [] : [i]));
  const only = (list: readonly number[]) => () => packVarints(kept.map((i) => list[i] ?? 0));
  return rewriteMessage(node, { [NODE.keys]: only(keys), [NODE.values]: only(values) });
}
