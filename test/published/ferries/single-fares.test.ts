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

const NRK22 = 'nrk.no/nordland, 1.16022498 (2022-07-01)';
const NRK23 = 'nrk.no/rogaland, 1.16500408 (2023)';
const MINISTRY = 'businessportal-norwegen.com/2023/08/16 (the ministry)';
const HEROY = 'heroyfjerdingen.no (2023-08-16)';
const AUTOPASS = 'autopassferje.no, free ferries: "Free from 16.08.2023"';

test.each(
  table<'from' | 'to' | 'first' | 'source'>(`
    from                  | to                   | first      | source
    Stokkvågen ferjekai   | Lovund ferjekai      | 2022-07-01 | ${NRK22}
    Stokkvågen ferjekai   | Træna ferjekai       | 2022-07-01 | ${NRK22}
    Forvik ferjekai       | Tjøtta ferjekai      | 2022-07-01 | ${NRK22}
    Sund ferjekai         | Sørarnøy ferjekai    | 2022-07-01 | ${NRK22}
    Ørnes ferjekai        | Bolga ferjekai       | 2022-07-01 | ${NRK22}
    Øksfjord ferjekai     | Tverrfjord ferjekai  | 2022-07-01 | ${NRK22}
    Kinsarvik ferjekai    | Utne ferjekai        | 2022-07-01 | ${NRK22}
    Sandnessjøen ferjekai | Løkta ferjekai       | 2022-07-01 | ${HEROY}
    Sandnessjøen ferjekai | Bjørn ferjekai       | 2023-08-16 | ${HEROY}
    Søvik ferjekai        | Brasøy ferjekai      | 2022-07-01 | ${HEROY}
    Søvik ferjekai        | Herøy ferjekai       | 2023-08-16 | ${HEROY}
    Mekjarvik ferjekai    | Kvitsøy ferjekai     | 2023-08-16 | ${NRK23}
    Levanger ferjekai     | Hokstad ferjekai     | 2023-08-16 | ${MINISTRY}
    Stornes ferjekai      | Bjørnerå ferjekai    | 2023-08-16 | ${MINISTRY}
    Ølhammeren ferjekai   | Seierstad ferjekai   | 2023-08-16 | ${MINISTRY}
    Krokeide ferjekai     | Hufthamar ferjekai   | 2023-08-16 | ${MINISTRY}
    Forøy ferjekai        | Ågskaret ferjekai    | 2023-08-16 | ${AUTOPASS}
    Festvåg ferjekai      | Misten ferjekai      | 2023-08-16 | ${AUTOPASS}
    Edøy ferjekai         | Sandvika ferjekai    | 2023-08-16 | ${AUTOPASS}
    Aukra ferjekai        | Hollingsholmen ferjekai | 2023-08-16 | ${AUTOPASS}
  `),
)('$from - $to is free from $first on, and not known before ($source)', ({ from, to, first }) => {
  const free = { nok: 0, zeroEmissionNok: 0, agreementNok: 0, estimated: false };
  for (const day of [first, '2026-11-20']) expect(priceRun(from, to, 'AP9', day)).toEqual(free);
  const eve = first === '2022-07-01' ? '2022-06-30' : '2023-08-15';
  expect(() => priceRun(from, to, 'AP9', eve)).toThrow('got none');
});

// Zones: github.com/runnane/ferjeruta, ticketzone; fares: the zone table, an estimate.
test.each(
  table<'from' | 'to' | 'nok' | 'because'>(`
    from                | to               | nok | because
    Hjelmeland ferjekai | Nesvik ferjekai  | 69  | zone 3
    Skånevik ferjekai   | Utåker ferjekai  | 131 | zone 6 (87), and a toll of 44
    Matre ferjekai      | Utåker ferjekai  | 119 | zone 4 (75), and a toll of 44
    Skånevik ferjekai   | Matre ferjekai   | 99  | zone 8
  `),
)('$from - $to is $because: an estimate of $nok', ({ from, to, nok }) => {
  const price = priceRun(from, to, 'AP1', '2026-06-15');
  expect(price).toMatchObject({ nok: Number(nok), estimated: true });
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
