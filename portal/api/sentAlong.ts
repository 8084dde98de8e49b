/** Milliseconds after which an answer that came with the page is too old to be shown. */
const fresh = 20_000;

const answers = new Map<string, string>();

/** Takes the answers that the server has sent with the page (`frame/ahead.ts`) out of it. */
export function takeSentAlong(page: Document): void {
  for (const element of page.querySelectorAll<HTMLScriptElement>('script[data-answer]')) {
    answers.set(element.dataset.answer ?? '', element.text);
    element.remove();
  }
}

/** The answer to a call that came with the page, once: whoever asks again wants to know what is so now. */
export function sentAlong(address: string): string | undefined {
  const answer = performance.now() < fresh ? answers.get(address) : undefined;
  answers.delete(address);
  return answer;
}

/** What came with the page holds no more: something is being changed, or somebody else may be there. */
export function forgetSentAlong(): void {
  answers.clear();
}
