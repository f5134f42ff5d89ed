import type { App } from './framework.ts';
import type { Services } from './services.ts';

/** An answer that is due at its deadline has so long to reach its caller. */
const SLACK_MS = 1_500;

/**
 * Stops without owing anybody: running requests finish until their deadline, connections that
 * are open after it are cut, and calls that got no answer are credited.
 */
export function drain(app: App, { access, timer }: Services, deadlineMs: number): void {
  let stopCutting = () => {};
  app.addHook('preClose', (done) => {
    stopCutting = timer.start(deadlineMs + SLACK_MS, () => app.server.closeAllConnections());
    done();
  });
  // Comes before the closed connections tell their calls, which then look hung up.
  app.addHook('onClose', async () => {
    stopCutting();
    await access.close();
  });
}
