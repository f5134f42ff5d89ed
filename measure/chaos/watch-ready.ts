/** Which servers say that they are ready, as a proxy before them would know. */
export interface Ready {
  /** Those that are ready; all of them when none is. */
  among(addresses: readonly string[]): readonly string[];
  stop(): void;
}

const EVERY_MS = 200;

/** Asks every server again and again. @param addresses asked for anew each time. */
export function watchReady(addresses: () => readonly string[]): Ready {
  const away = new Set<string>();
  const look = async (address: string) => {
    const isReady = await fetch(`${address}/health/ready`, { headers: { connection: 'close' } })
      .then(({ ok }) => ok)
      .catch(() => false);
    if (isReady) away.delete(address);
    else away.add(address);
  };
  const timer = setInterval(() => addresses().forEach((address) => void look(address)), EVERY_MS);
  return {
    among(all) {
      const ready = all.filter((address) => !away.has(address));
      return ready.length > 0 ? ready : all;
    },
    stop: () => clearInterval(timer),
  };
}
