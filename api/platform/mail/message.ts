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
  /** Derived from the outbox id, so a message sent twice after a crash carries the same Message-ID (design 8). */
  messageId: string;
}

/** Why a mail did not reach a recipient. */
interface RejectedRecipient {
  recipient: string;
  /** The server's reply text. */
  reason: string;
}

/** Delivery result. Recipients in neither list have been accepted. */
export interface Delivery {
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
