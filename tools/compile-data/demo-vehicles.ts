/** A row of the invented answers of the vehicle register. */
export interface SourceVehicle {
  readonly case: string;
  readonly description: string;
  readonly synthetic: boolean;
  readonly response: {
    readonly kjoretoydataListe: readonly {
      readonly kjoretoyId?: { readonly kjennemerke?: string };
      readonly kjennemerke?: readonly { readonly kjennemerke?: string }[];
    }[];
  };
}

/**
 * The content of `demo-vehicles.json`.
 *
 * @throws Error when a row is not marked as invented or has no plate: no real vehicle may be in the file.
 */
export function compileDemoVehicles(rows: readonly SourceVehicle[]) {
  const vehicles = rows.map((row) => {
    const plates = listPlates(row);
    if (!row.synthetic || plates.length === 0)
      throw new Error(`Expected an invented vehicle with a plate, got ${row.case}.`);
    const { description, response } = row;
    return { case: row.case, description, fictitious: true, plates, response };
  });
  return {
    meta: {
      source: 'Written for this project in the shape of the vehicle register; FICTITIOUS',
      date: '2026-11-20',
      licence: 'Own work',
      attribution: 'None needed',
      counts: { vehicles: vehicles.length },
    },
    vehicles,
  };
}

function listPlates({ response }: SourceVehicle): string[] {
  const written = response.kjoretoydataListe.flatMap((entry) => [
    entry.kjoretoyId?.kjennemerke,
    ...(entry.kjennemerke ?? []).map(({ kjennemerke }) => kjennemerke),
  ]);
  const plates = written.flatMap((plate) =>
    plate === undefined ? [] : [plate.replace(/\s/g, '').toUpperCase()],
  );
  return [...new Set(plates)];
}
