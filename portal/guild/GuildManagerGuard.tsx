import type { ReactNode } from 'react';
import { PageHead } from '../frame/PageHead.tsx';
import { EmptyState } from '../look/EmptyState.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { managesGuild } from './managesGuild.ts';

/**
 * Access guard: renders its children for people who manage the users of a guild, and explains the missing access to
 * everybody else.
 */
export function GuildManagerGuard({ title, children }: { title: string; children: (guild: string) => ReactNode }) {
  const { user } = useSignedIn();
  if (user.guild !== null && managesGuild(user)) return children(user.guild);
  return (
    <>
      <PageHead title={title} />
      <EmptyState title="This page is for those who manage an organization">
        Ask your administrator if you should be one of them.
      </EmptyState>
    </>
  );
}
