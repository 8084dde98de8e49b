import type { EmailTemplate, OutboxMessage } from '#schemas/generated/types.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import { textFormats } from '#schemas/texts/formats.ts';

type Recipient = EmailTemplate['to'][number];

/** The recipients as a message template declares them. */
export type Recipients = Partial<Pick<EmailTemplate, 'to' | 'cc' | 'bcc'>>;

/**
 * Resolves a recipient variable to addresses. An empty string stands for a person without an address; an empty list
 * means that the variable refers to no person.
 */
export type ResolveAddresses = (variable: string) => Promise<string[]>;

/**
 * Resolved recipients, without duplicates, and rejections for those without a valid address. Without anybody in `to` the
 * message is not sent.
 */
export type ResolvedRecipients = Pick<OutboxMessage, 'to' | 'cc' | 'bcc' | 'refusals' | 'status'>;

/** Resolves the recipients of a message to addresses. */
export async function resolveRecipients(
  { to = [], cc = [], bcc = [] }: Recipients,
  addresses: ResolveAddresses,
): Promise<ResolvedRecipients> {
  const rejections: ResolvedRecipients['refusals'] = [];
  const resolve = async (recipients: readonly Recipient[]) => {
    const all = new Set<string>();
    for (const { type, value } of recipients) {
      for (const address of type === 'static' ? [value] : await addresses(value)) {
        if (textFormats.email.fits(address)) all.add(address);
        else rejections.push(rejectionOf(value, address));
      }
    }
    return [...all];
  };
  const lists = { to: await resolve(to), cc: await resolve(cc), bcc: await resolve(bcc) };
  return { ...lists, refusals: rejections, status: lists.to.length > 0 ? 'waiting' : 'noRecipient' };
}

const rejectionOf = (recipient: string, address: string) => ({
  recipient: recipient.startsWith('form.') ? recipient : labelOf(recipient),
  reason: address.trim() === '' ? 'Has no e-mail address' : `'${address.slice(0, 254)}' is not an e-mail address`,
});
