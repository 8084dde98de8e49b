/** A mail as it goes out: texts are final, nothing is merged any more. */
export interface MailMessage {
  to: string[];
  cc: string[];
  bcc: string[];
  subject: string;
  text: string;
  html?: string;
  /** Derived from the outbox id: a message sent twice after a crash carries the same one (design 8). */
  messageId: string;
}

/** Where mail goes: an SMTP server or files. Rejects when the message could not be handed over. */
export interface MailTransport {
  send(message: MailMessage): Promise<void>;
  close(): void;
}
