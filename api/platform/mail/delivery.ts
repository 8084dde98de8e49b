import { domainToASCII } from 'node:url';
import { isRecord } from '#schemas/forms/is-record.ts';

/** An SMTP reply to one recipient, or to the whole message. */
interface Answer {
  code: number;
  words: string;
}

/**
 * Reads the delivery status per recipient from what nodemailer returns or throws: the server may reject some recipients
 * and accept others. Returns null for an error that says nothing about the message, such as an unreachable server.
 */
export function parseDelivery(due: readonly string[], result: unknown): Delivery | null {
  if (!isRecord(result)) return null;
  const rejections = Array.isArray(result.rejectedErrors) ? result.rejectedErrors : [];
  const replies = new Map(rejections.filter(isRecord).map((each) => [keyOf(String(each.recipient)), answerIn(each)]));
  const replyToAll = result instanceof Error && replies.size === 0 ? answerToContent(result) : null;
  if (result instanceof Error && replies.size === 0 && !replyToAll) return null;
  const delivery: Delivery = { rejected: [], postponed: [] };
  for (const recipient of due) {
    const reply = replyToAll ?? replies.get(keyOf(recipient));
    if (reply) delivery[reply.code >= 500 ? 'rejected' : 'postponed'].push({ recipient, reason: reply.words });
  }
  return delivery;
}

/** The SMTP server's reply text in an error, or null when there is none. */
export const smtpReplyText = (error: unknown): string | null =>
  isRecord(error) ? answerIn(error).words || null : null;

/**
 * A reply to the message's content applies to all recipients. A reply about the sender does not count: the
 * configuration may be fixed before the next retry.
 */
function answerToContent(error: Error & { code?: unknown; command?: unknown }): Answer | null {
  const isOfContent = error.code === 'EMESSAGE' || error.command === 'DATA';
  const reply = answerIn({ ...error });
  return isOfContent && reply.code >= 500 ? reply : null;
}

const answerIn = ({ response, responseCode }: Record<string, unknown>): Answer => ({
  code: typeof responseCode === 'number' ? responseCode : 0,
  words: typeof response === 'string' ? response.replace(/\s+/g, ' ').slice(0, 500) : '',
});

/** Normalizes an address for comparison: without quotes, domain in ASCII (punycode), lower case. */
function keyOf(address: string): string {
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at).replaceAll('"', '');
  return `${name}@${domainToASCII(address.slice(at + 1))}`.toLowerCase();
}

/** A mail ready to send: all merge fields are resolved. */
export interface MailMessage {
  to: string[];
  cc: string[];
  bcc: string[];
  /** Recipients to hand over in this attempt: those that the server has neither accepted nor rejected yet. */
  due: string[];
  subject: string;
  text: string;
  html?: string | undefined;
  /** Text attachments. */
  attachments?: { filename: string; content: string }[] | undefined;
  /** The id of the outbox message. The Message-ID derives from it, so that a message sent twice after a crash has the same one (design 8). */
  id: string;
}

/** Why a mail did not reach a recipient. */
interface RejectedRecipient {
  recipient: string;
  /** The server's reply text. */
  reason: string;
}

/** Delivery result. Recipients in neither list have been accepted. */
interface Delivery {
  /** Permanent failures (5xx, bounces). */
  rejected: RejectedRecipient[];
  /** Temporary failures (4xx), to be retried. */
  postponed: RejectedRecipient[];
}

/** A mail transport: SMTP server or files. `send` rejects when nothing could be handed over. */
export interface MailTransport {
  send(message: MailMessage): Promise<Delivery>;
  close(): void;
}
