/** One line of the text that Prometheus reads. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/**
 * Reads the text of `/metrics`.
 *
 * @throws Error for a line that Prometheus would refuse.
 */
export function readMetrics(text: string): readonly Sample[] {
  return text.split('\n').flatMap((line) => {
    if (line === '' || /^# (HELP|TYPE) [a-z]\w* ./.test(line)) return [];
    const [, name, labels = '', value] = /^([a-z]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`Prometheus cannot read: ${line}`);
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
    return [
      {
        name,
        labels: Object.fromEntries(pairs.map(([, label, text]) => [label, text])),
        value: Number(value),
      },
    ];
  });
}

/**
 * The value of the sample with this name and these labels.
 *
 * @throws Error unless there is exactly one.
 */
export function readSample(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const found = samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, text]) => sample.labels[label] === text),
  );
  const [sample] = found;
  if (sample === undefined || found.length > 1)
    throw new Error(`Expected one ${name} ${JSON.stringify(labels)}, got ${found.length}.`);
  return sample.value;
}
