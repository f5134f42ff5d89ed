import type { TripServices } from '../../src/cli/trip-options.ts';
import { NATIONAL_BOUNDS } from './ferry-bounds.ts';

type Answers = Awaited<ReturnType<TripServices['openAnswers']>>;

interface Scene {
  readonly nowMs?: number;
  /** Files that commands may read, by name. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/** The parts for commands about trips, with the given answers. Files that commands write are kept by name. */
export function openTripDesk(answers: Partial<Answers>, { nowMs = 0, files = {} }: Scene = {}) {
  const written = new Map<string, string | Uint8Array>();
  const desk: TripServices = {
    terms: async () =>
      ({ nowMs, ferryBounds: NATIONAL_BOUNDS }) as Awaited<ReturnType<TripServices['terms']>>,
    async readFile(name) {
      const content = files[name];
      if (content === undefined) throw new Error(`there is no ${name}`);
      return typeof content === 'string' ? Buffer.from(content) : content;
    },
    writeFile: async (name, content) => void written.set(name, content),
    openAnswers: async (onProgress) => {
      onProgress('building');
      return answers as Answers;
    },
  };
  return { desk, written };
}
