import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { orderPlace } from '#schemas/changes/words/order-place.ts';
import { patchInWords } from '#schemas/changes/words/patch-words.ts';
import type { Place } from '#schemas/changes/words/place.ts';
import type { Form } from '#schemas/forms/form.ts';
import type { OrderVersion } from '#schemas/generated/types.ts';
import { note } from '#schemas/orders/bypass.ts';
import { wordsOfVersion } from '#schemas/orders/version-words.ts';
import type { ShownOrder } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { Button } from '../look/Button.tsx';
import { ErrorPlace } from '../look/ErrorPlace.tsx';
import { Time } from '../look/Time.tsx';
import { useToast } from '../look/Toasts.tsx';
import { Skeleton } from '../look/Waiting.tsx';
import { TransitionDialog } from './dialogs.ts';
import { type Happening, happenings } from './happenings.ts';
import type { OrderActing } from './orderChanges.ts';
import styles from './Timeline.module.css';
import { useUserNames } from './useUserNames.ts';

interface VersionsPage {
  pagination: { next?: string };
  results: OrderVersion[];
}

const atOnce = 50;

/** What happened to the order, who did it and when, newest first, as of a revision. */
export function Timeline({
  order,
  revision,
  form,
  onNote,
}: {
  order: ShownOrder;
  revision: number;
  form: Form;
  /** Notes something for the team; without it nobody may here. */
  onNote?: ((action: OrderActing) => Promise<boolean>) | undefined;
}) {
  const toast = useToast();
  const [isNoting, setNoting] = useState(false);
  const place = useMemo(() => orderPlace(form), [form]);
  const versions = useInfiniteQuery({
    queryKey: ['orders', 'versions', order.id, revision],
    queryFn: ({ pageParam, signal }) =>
      request<VersionsPage>({
        path: `orders/${order.id}/versions`,
        query: { limit: atOnce, after: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next,
    // A save makes another list of them: the one before stays until that is there.
    placeholderData: (before) => before,
  });
  const told = versions.data?.pages.flatMap(({ results }) => results) ?? [];
  const shown = happenings(told, order.actions, { isWhole: versions.data !== undefined && !versions.hasNextPage });
  const nameOf = useUserNames(shown.map(({ user }) => user));
  return (
    <section className={styles.timeline} aria-labelledby="order-history">
      <div className={styles.head}>
        <h2 id="order-history" className={styles.title}>
          History
        </h2>
        {onNote && <Button onClick={() => setNoting(true)}>{note.words.label}</Button>}
      </div>
      {isNoting && onNote && (
        <TransitionDialog
          transition={note}
          question={note.words.question}
          onClose={() => setNoting(false)}
          onAnswer={({ notes = '' }) => {
            setNoting(false);
            void onNote({ kind: 'NOTE', notes }).then((isDone) => isDone && toast(note.words.done));
          }}
        />
      )}
      {versions.isPending && <Skeleton lines={3} />}
      {versions.error && <ErrorPlace error={versions.error} onRetry={() => void versions.refetch()} />}
      <ol className={styles.versions}>
        {shown.map((each) => (
          <li key={each.id} className={styles.version}>
            <span>
              {nameOf(each.user)} {wordsOf(each, place)}
            </span>
            <span className={styles.time}>
              <Time instant={each.time} />
            </span>
            {each.texts.map((text) => (
              <blockquote key={text} className={styles.reason}>
                “{text}”
              </blockquote>
            ))}
          </li>
        ))}
        {versions.data && !versions.hasNextPage && (
          <li className={styles.version}>
            <span>Order started</span>
            <span className={styles.time}>
              <Time instant={order.createdAt} />
            </span>
          </li>
        )}
      </ol>
      {versions.hasNextPage && (
        <div>
          <Button isBusy={versions.isFetchingNextPage} onClick={() => void versions.fetchNextPage()}>
            Show earlier changes
          </Button>
        </div>
      )}
    </section>
  );
}

/** What somebody did, after their name. */
function wordsOf({ version, action }: Happening, place: Place): string {
  if (version) return wordsOfVersion(version.extra) ?? patchInWords(place, version.patch);
  return action?.kind === 'NOTE' ? note.words.past : 'decided about the order';
}
