import type { EmailTemplate, OutboxMessage } from '#schemas/generated/types.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import { formats } from '#schemas/texts/texts.ts';

type Recipient = EmailTemplate['to'][number];

/** Whom a message goes to, as it says itself. */
export type Recipients = Partial<Pick<EmailTemplate, 'to' | 'cc' | 'bcc'>>;

/** Whose addresses a variable stands for; an empty one is somebody without, and none nobody who is to have it. */
export type Addresses = (variable: string) => Promise<string[]>;

/** Whom a message goes to, each once, and who of them has no address. Without anybody in `to` it is not sent. */
export type Addressed = Pick<OutboxMessage, 'to' | 'cc' | 'bcc' | 'refusals' | 'status'>;

/** Finds the addresses of a message's recipients. */
export async function addressed({ to = [], cc = [], bcc = [] }: Recipients, addresses: Addresses): Promise<Addressed> {
  const refusals: Addressed['refusals'] = [];
  const found = async (recipients: readonly Recipient[]) => {
    const all = new Set<string>();
    for (const { type, value } of recipients) {
      for (const address of type === 'static' ? [value] : await addresses(value)) {
        if (formats.email.fits(address)) all.add(address);
        else refusals.push(refusalOf(value, address));
      }
    }
    return [...all];
  };
  const lists = { to: await found(to), cc: await found(cc), bcc: await found(bcc) };
  return { ...lists, refusals, status: lists.to.length > 0 ? 'waiting' : 'noRecipient' };
}

const refusalOf = (recipient: string, address: string) => ({
  recipient: recipient.startsWith('form.') ? recipient : labelOf(recipient),
  reason: address.trim() === '' ? 'Has no e-mail address' : `'${address.slice(0, 254)}' is no e-mail address`,
});
