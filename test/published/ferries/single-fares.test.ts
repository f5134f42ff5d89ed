import { expect, test } from 'vitest';
import { table } from '../../support/table.ts';
import { priceRun } from './price-run.ts';

const MORENYTT =
  'morenytt.no/nyheiter/2021/07/01/Billigare-billettar-på-fylkesvegferjene-24209699.ece';

test.each(
  table<'from' | 'to' | 'day' | 'nok' | 'source'>(`
    from                | to                 | day        | nok | source
    Eidsdal ferjekai    | Linge ferjekai     | 2026-06-15 | 81  | public travel-site code citing fjord1.no and fergeruter.info
    Jektavik ferjekai   | Hodnanes ferjekai  | 2026-06-15 | 69  | public code citing fergeruter.info and autopassferje.no
    Halhjem ferjekai    | Våge ferjekai      | 2026-06-15 | 129 | public code citing fergeruter.info and autopassferje.no
    Magerholm ferjekai  | Sykkylven ferjekai | 2021-07-15 | 92  | ${MORENYTT}
    Magerholm ferjekai  | Sykkylven ferjekai | 2021-06-15 | 123 | ${MORENYTT}
    Seivika ferjekai    | Tømmervåg ferjekai | 2021-07-15 | 117 | ${MORENYTT}
    Seivika ferjekai    | Tømmervåg ferjekai | 2021-06-15 | 156 | ${MORENYTT}
    Sølsnes ferjekai    | Åfarnes ferjekai   | 2021-07-15 | 92  | ${MORENYTT}
    Sølsnes ferjekai    | Åfarnes ferjekai   | 2021-06-15 | 123 | ${MORENYTT}
  `),
)('AP1 $from - $to cost $nok on $day ($source)', ({ from, to, day, nok }) => {
  expect(priceRun(from, to, 'AP1', day)).toMatchObject({ nok: Number(nok), estimated: false });
});

test('the private agreement takes 41 on Eidsdal-Linge in 2026, in whole kroner', () => {
  const price = priceRun('Eidsdal ferjekai', 'Linge ferjekai', 'AP1', '2026-06-15');
  expect(price.agreementNok).toBe(41);
});

test('the other classes of a connection with one published fare are estimates', () => {
  const price = priceRun('Halhjem ferjekai', 'Våge ferjekai', 'AP2', '2026-06-15');
  expect(price.estimated).toBe(true);
});

// Sources: autopassferje.no/en/free-ferries-from-july-1st-2022, skyss.no, atb.no, bobilverden.no.
test.each(
  table<'from' | 'to' | 'source'>(`
    from               | to                   | source
    Brattvåg ferjekai  | Dryna ferjekai       | autopassferje.no
    Forøy ferjekai     | Ågskaret ferjekai    | autopassferje.no
    Krokeide ferjekai  | Hufthamar ferjekai   | skyss.no
    Jektavik ferjekai  | Nordhuglo ferjekai   | skyss.no
    Larsnes ferjekai   | Voksa ferjekai       | autopassferje.no
    Askvoll kai        | Værlandet ferjekai   | skyss.no
    Skei ferjekai      | Gutvik ferjekai      | atb.no
    Svolvær ferjekai   | Skutvik ferjekai     | nrk.no
  `),
)('$from - $to is free ($source)', ({ from, to }) => {
  const price = priceRun(from, to, 'AP9', '2026-06-15');
  expect(price).toEqual({ nok: 0, zeroEmissionNok: 0, agreementNok: 0, estimated: false });
});
