/** The value of `SVV-Authorization` for a key that is set with or without its prefix. */
export function formatKey(setting: string): string {
  return `Apikey ${setting.trim().replace(/^apikey\s+/i, '')}`;
}
