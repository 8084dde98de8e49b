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
      <EmptyState title="This page is for people who manage an organization">
        If you need access, ask your administrator.
      </EmptyState>
    </>
  );
}
