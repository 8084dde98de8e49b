/** A mail as it goes out: texts are final, nothing is merged any more. */
export interface MailMessage {
  to: string[];
  cc: string[];
  bcc: string[];
  /** Whom it is handed over for: those of before that the server has neither taken nor refused yet. */
  due: string[];
  subject: string;
  text: string;
  html?: string | undefined;
  /** Texts that go along as files. */
  attachments?: { filename: string; content: string }[] | undefined;
  /** Derived from the outbox id: a message sent twice after a crash carries the same one (design 8). */
  messageId: string;
}

/** Why a mail did not go to somebody. */
export interface Refusal {
  recipient: string;
  /** In the server's own words. */
  reason: string;
}

/** What became of a mail: who is in neither list has it. */
export interface Delivery {
  /** For good. */
  refused: Refusal[];
  /** May have it later. */
  postponed: Refusal[];
}

/** Where mail goes: an SMTP server or files. Rejects when nothing of the message could be handed over. */
export interface MailTransport {
  send(message: MailMessage): Promise<Delivery>;
  close(): void;
}
