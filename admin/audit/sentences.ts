import type { AuditEntry } from '#schemas/generated/types.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { resourceNamed } from '../generate/catalogue.ts';

/** How an entry is told: what its page is called, and what somebody did, before and after what they did it to. */
interface Words {
  title: string;
  verb: string;
  /** Whether what it was done to is named. */
  hasSubject: boolean;
}

/** What an entry says, `thing` being what the kind of record is called and `list` what many of them are. */
export function wordsOf(
  { action, resourceId }: Pick<AuditEntry, 'action'> & { resourceId?: string },
  called: { thing: string; list: string },
): Words {
  const { thing, list } = called;
  const change = (verb: string): Words => ({
    title: `${thing} ${verb}`,
    verb: `${verb} the ${thing.toLowerCase()}`,
    hasSubject: true,
  });
  const isKnown = resourceId !== undefined;
  const words: Record<AuditEntry['action'], Words> = {
    create: change('made'),
    update: change('changed'),
    delete: change('deleted'),
    moderate: change('decided about'),
    publish: change('published'),
    export: { title: `${list} taken out as CSV`, verb: `took out ${list.toLowerCase()} as CSV`, hasSubject: false },
    signIn: { title: 'Signed in', verb: 'signed in', hasSubject: false },
    signInFailed: {
      title: 'Failed sign-in',
      verb: isKnown ? 'failed to sign in as' : 'failed to sign in',
      hasSubject: isKnown,
    },
    signOut: { title: 'Signed out', verb: 'signed out', hasSubject: false },
    endSessions: { title: 'All sessions ended', verb: 'ended all sessions of', hasSubject: true },
    proxyStart: { title: 'Signed in as somebody else', verb: 'signed in as', hasSubject: true },
    proxyEnd: { title: 'No longer signed in as somebody else', verb: 'stopped being signed in as', hasSubject: true },
  };
  return words[action];
}

/** The facts of an entry beside its sentence, each under its label. */
export function factsOf(entry: Partial<AuditEntry>): [string, string][] {
  const { details, address, agent, typed, sequence, hash } = entry;
  const property = resourceNamed('AuditEntry')?.fields.find(({ name }) => name === 'details')?.property;
  const told = Object.entries(details ?? {}).map(([name, value]): [string, string] => {
    const each = property?.properties?.[name];
    return [each?.title ?? name, labelled(each, String(value))];
  });
  const from = [address, agent].filter(Boolean).join(', ');
  const facts: [string, string | undefined][] = [
    ['From', from],
    ...told,
    ['What was typed, as a keyed hash', typed],
    ['Number', sequence === undefined ? 'not sealed yet' : String(sequence)],
    ['Hash', hash],
  ];
  return facts.flatMap(([label, text]): [string, string][] => (text ? [[label, text]] : []));
}

const labelled = (property: Property | undefined, value: string): string => property?.['x-labels']?.[value] ?? value;
