import { formatChoices } from './fault.ts';

/** The values of a yes-or-no setting. The first means yes, the others and absence mean no. */
export const FLAG_VALUES = ['1', '0', ''] as const;

/** Settings by name. An empty setting counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings of each kind. All but `flag` give `undefined` for an absent setting. */
export interface SettingReader {
  text(name: string): string | undefined;
  /** A whole number from `least` to `most`. */
  whole(name: string, least: number, most: number): number | undefined;
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined;
  /** `1` is on; `0` and absence are off. */
  flag(name: string): boolean;
  /**
   * An address with one of the schemes, without the slashes at its end. The schemes are in lower case. An address that
   * may hold a password is not repeated when it is refused.
   *
   * @param login `login`: user and password may stand in it. Elsewhere they would not be sent.
   */
  url(name: string, schemes: readonly string[], login?: 'login'): string | undefined;
}

/** All readers throw an Error with one line that names the setting and what it must be. */
export function readSettings(environment: Environment): SettingReader {
  const text = (name: string) => environment[name] || undefined;
  return {
    text,
    whole(name, least, most) {
      const written = text(name);
      if (written === undefined) return undefined;
      const value = Number(written);
      if (/^\d{1,9}$/.test(written) && value >= least && value <= most) return value;
      return refuse(name, `a whole number from ${least} to ${most}`, written);
    },
    choice(name, choices) {
      const written = text(name);
      if (written === undefined) return undefined;
      const choice = choices.find((one) => one === written);
      return choice ?? refuse(name, formatChoices(choices), written);
    },
    flag(name) {
      const written = environment[name] ?? '';
      if (FLAG_VALUES.some((value) => value === written)) return written === FLAG_VALUES[0];
      return refuse(name, formatChoices(FLAG_VALUES), written);
    },
    url(name, schemes, login) {
      const written = text(name);
      if (written === undefined) return undefined;
      const address = written.replace(/\/+$/, '');
      const starts = schemes.map((scheme) => `${scheme}//`);
      const start = starts.find((one) => address.toLowerCase().startsWith(one));
      const shown = login === undefined && !written.includes('@') ? written : undefined;
      if (start === undefined || !URL.canParse(address))
        return refuse(name, `an address that begins with ${formatChoices(starts)}`, shown);
      const { username, password } = new URL(address);
      if (login === undefined && username + password !== '')
        return refuse(name, 'an address without user and password');
      return start + address.slice(start.length);
    },
  };
}

/** @param shown the refused value; absent: it is a secret. */
function refuse(name: string, wanted: string, shown?: string): never {
  throw new Error(`${name} must be ${wanted}${shown === undefined ? '' : `, and is "${shown}"`}.`);
}
