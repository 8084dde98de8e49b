import { subject } from '@casl/ability';
import type { FieldProps } from '../generate/override.ts';
import { ReferenceLink } from '../generate/ReferenceLink.tsx';
import { TextOrDash } from '../generate/read-only.tsx';
import { useFieldValue } from '../generate/useFieldValue.ts';
import { useSession } from '../provider/useSession.ts';

/** Guild of a user; without read access only that there is one. */
export function GuildCell({ source }: FieldProps) {
  const session = useSession();
  const guild = useFieldValue(source);
  if (typeof guild !== 'string' || !session) return <TextOrDash text="" />;
  if (!session.ability.can('read', subject('Guild', { id: guild }))) return <TextOrDash text="Another guild" />;
  return <ReferenceLink source={source} reference="guilds" />;
}
