import type { FieldProps } from '../generate/override.ts';
import { ReferenceLink } from '../generate/ReferenceLink.tsx';
import { OrNothing } from '../generate/shown.tsx';
import { useSession } from '../nested/useSession.ts';

/** The guild by its name; nothing for those who may read no guild. */
export function GuildCell({ source }: FieldProps) {
  const session = useSession();
  if (!session?.ability.can('read', 'Guild')) return <OrNothing text="" />;
  return <ReferenceLink source={source} reference="guilds" />;
}
