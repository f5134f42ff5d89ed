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

  /** Shows again what is shown, in the language of the page. */
  let render = () => {};
  /** @param {() => void} next */
  const write = (next) => {
    render = next;
    render();
  };
  const load = async () => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    if (asked === undefined) return;
    const { question } = asked;
    const showKnown = () => {
      if (asked !== undefined && known?.question === asked.question)
        on.show(known.answer, asked.shown);
    };
    if (known?.question === question) return write(showKnown);
    write(() => place.replaceChildren(on.wait()));
    try {
      const [method, path, options] = on.toCall(question);
      const { body, headers } = await ask(method, path, { ...options, signal });
      known = { question, answer: body };
      on.counted(headers);
      write(showKnown);
    } catch (error) {
      if (!signal.aborted) write(() => place.replaceChildren(on.fail(error, () => void load())));
    }
  };

  return {
    render: () => render(),
    clear() {
      running.abort();
      asked = undefined;
      write(() => place.replaceChildren());
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
