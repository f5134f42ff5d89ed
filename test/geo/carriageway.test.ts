import { expect, test } from 'vitest';
import { toRoadLink } from '../../src/passages/link-passage.ts';
import { drivenOf, formatDriven, pieceOf } from '../passages/links.ts';
import { table } from '../support/table.ts';

test.each(
  table<'driven' | 'piece' | 'road' | 'because'>(`
    driven        | piece                    | road             | because
    0-1@7 with    | 0-1@7 on 0.2-0.6@1       | 0.2-0.6@1 with   | the whole piece
    0.5-1@7 with  | 0-1@7 on 0.2-0.6@1       | 0.4-0.6@1 with   | in proportion
    0-1@7 with    | 0.5-0.75@7 on 0-1@1      | 0-1@1 with       | no more than the piece
    0-1@7 with    | 0-1@7 on 0.2-0.6@1 MOT   | 0.2-0.6@1 against | turned round
    0.75-1@7 with | 0-1@7 on 0.2-0.6@1 MOT   | 0.2-0.3@1 against | from the other end
    0-1@7 against | 0-1@7 on 0.2-0.6@1 MOT   | 0.2-0.6@1 with   | turned round twice
    0-0.5@7 with  | 0.5-1@7 on 0-1@1         |                  | merely touched
    0-1@8 with    | 0-1@7 on 0-1@1           |                  | another carriageway
    0-1@7 with    | 0-0.33333333@7 on 0-0.1@1 | 0-0.1@1 with    | eight decimals
  `),
)('$driven on the piece $piece is $road of the road: $because', ({ driven, piece, road }) => {
  const found = toRoadLink(drivenOf(driven), pieceOf(piece));
  expect(found === undefined ? '' : formatDriven(found)).toBe(road);
});
