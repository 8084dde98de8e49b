import { domainToASCII } from 'node:url';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Delivery } from './message.ts';

/** What an SMTP server answered about one recipient, or about the message. */
interface Answer {
  code: number;
  words: string;
}

/**
 * What an SMTP server made of a message for these addresses, read from what nodemailer answers or throws: some may be refused
 * while others are served. Null for what says nothing about the message, such as a server that is away.
 */
export function deliveryOf(due: readonly string[], told: unknown): Delivery | null {
  if (!isRecord(told)) return null;
  const refusals = Array.isArray(told.rejectedErrors) ? told.rejectedErrors : [];
  const answers = new Map(refusals.filter(isRecord).map((each) => [keyOf(String(each.recipient)), answerIn(each)]));
  const ofAll = told instanceof Error && answers.size === 0 ? answerToContent(told) : null;
  if (told instanceof Error && answers.size === 0 && !ofAll) return null;
  const delivery: Delivery = { refused: [], postponed: [] };
  for (const recipient of due) {
    const answer = ofAll ?? answers.get(keyOf(recipient));
    if (answer) delivery[answer.code >= 500 ? 'refused' : 'postponed'].push({ recipient, reason: answer.words });
  }
  return delivery;
}

/** The server's own words of an error, where there are some. */
export const wordsOf = (error: unknown): string | null => (isRecord(error) ? answerIn(error).words || null : null);

/** What the server says of the content is for all who were to have it; what it says of the sender may be mended meanwhile. */
function answerToContent(error: Error & { code?: unknown; command?: unknown }): Answer | null {
  const isOfContent = error.code === 'EMESSAGE' || error.command === 'DATA';
  const answer = answerIn({ ...error });
  return isOfContent && answer.code >= 500 ? answer : null;
}

const answerIn = ({ response, responseCode }: Record<string, unknown>): Answer => ({
  code: typeof responseCode === 'number' ? responseCode : 0,
  words: typeof response === 'string' ? response.replace(/\s+/g, ' ').slice(0, 500) : '',
});

/** An address however it was quoted, and its domain however it was written. */
function keyOf(address: string): string {
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at).replaceAll('"', '');
  return `${name}@${domainToASCII(address.slice(at + 1))}`.toLowerCase();
}
