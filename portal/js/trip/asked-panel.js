// @ts-check
import { ask } from '../api.js';

/**
 * A panel that asks a question of its own. An answer is kept until another one comes, so that it is shown in other ways
 * without being asked for again. What is asked anew ends what was asked before.
 *
 * @template Answer
 * @template Shown
 * @param {HTMLElement} place
 * @param {object} on
 * @param {(question: string) => Parameters<typeof ask>} on.toCall
 * @param {(answer: Answer, shown: Shown) => void} on.show
 * @param {() => Node} on.wait what stands there until the answer comes.
 * @param {(error: unknown, again: () => void) => Node} on.fail
 * @param {(headers: Headers) => void} on.counted a call was made.
 */
export function askedPanel(place, on) {
  let running = new AbortController();
  /** @type {{ question: string, answer: Answer } | undefined} */
  let known;
  /** @type {{ question: string, shown: Shown } | undefined} */
  let asked;

  const render = () => {
    if (asked !== undefined && known?.question === asked.question)
      on.show(known.answer, asked.shown);
  };
  const load = async () => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    if (asked === undefined) return;
    const { question } = asked;
    if (known?.question === question) return render();
    place.replaceChildren(on.wait());
    try {
      const [method, path, options] = on.toCall(question);
      const { body, headers } = await ask(method, path, { ...options, signal });
      known = { question, answer: body };
      on.counted(headers);
      render();
    } catch (error) {
      if (!signal.aborted) place.replaceChildren(on.fail(error, () => void load()));
    }
  };

  return {
    render,
    clear() {
      running.abort();
      asked = undefined;
      place.replaceChildren();
    },
    /**
     * Whether the answer is here.
     *
     * @param {string} question
     */
    knows: (question) => known?.question === question,
    /**
     * @param {string} question
     * @param {Shown} shown
     */
    show(question, shown) {
      asked = { question, shown };
      void load();
    },
  };
}
