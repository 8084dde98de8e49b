import type { Channel } from '../generated/types.ts';
import { mergeText } from './merge-fields.ts';

type Message = NonNullable<NonNullable<Channel['onboardingEmail']>['config']>;

/**
 * Updates an e-mail template after form keys were renamed: the merge fields in its texts and its recipient variables.
 * `renamed` maps old keys to new ones.
 */
export function renameMergeFields(message: Message, renamed: ReadonlyMap<string, string>): Message {
  const fields = new Map([...renamed].map(([from, to]) => [`form.${from}`, `form.${to}`]));
  const merges = new Map([...fields].map(([from, to]) => [from, `{{${to}}}`]));
  const people = (all: NonNullable<Message['to']>) =>
    all.map((each) => (each.type === 'variable' ? { ...each, value: fields.get(each.value) ?? each.value } : each));
  const { subject, content, to, cc, bcc } = message;
  return {
    ...message,
    ...(subject === undefined ? {} : { subject: mergeText(subject, merges) }),
    ...(content === undefined ? {} : { content: mergeText(content, merges) }),
    ...(to ? { to: people(to) } : {}),
    ...(cc ? { cc: people(cc) } : {}),
    ...(bcc ? { bcc: people(bcc) } : {}),
  };
}
