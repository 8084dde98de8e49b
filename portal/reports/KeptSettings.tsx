import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Report, SavedView } from '#schemas/generated/types.ts';
import { configOf, isSameSettings, settingsOf, usualSettings } from '#schemas/reports/report-settings.ts';
import { listOf } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { Chips } from '../lists/Chips.tsx';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { TextField } from '../look/Field.tsx';
import { useToast } from '../look/Toasts.tsx';
import styles from './KeptSettings.module.css';
import type { ShownReport } from './useReportSettings.ts';

interface KeptSettingsProps {
  report: Report;
  shown: ShownReport;
  userId: string;
}

/** What a person looks at of a report again and again, under names: saved views, as lists have them in the back-office. */
export function KeptSettings({ report, shown, userId }: KeptSettingsProps) {
  const cache = useQueryClient();
  const toast = useToast();
  const [isNaming, setNaming] = useState(false);
  const { settings, hrefOf, show } = shown;
  const resource = `reports/${report.id}`;
  const { data } = useQuery(listOf('saved_views', { resource, columns: 'name,config,user', limit: 100 }));
  const views = (data?.results ?? []).map((view) => ({ ...view, settings: settingsOf(view.config, report.kind) }));
  const isUsual = isSameSettings(settings, usualSettings);
  const current = views.find((view) => isSameSettings(view.settings, settings));
  const reload = () => cache.invalidateQueries({ queryKey: ['saved_views'] });
  const remove = useMutation({
    mutationFn: ({ id, revision }: SavedView) => request({ method: 'DELETE', path: `saved_views/${id}`, revision }),
    onSuccess: () => {
      show(usualSettings);
      return reload();
    },
    onError: (error) => toast(error.message, { isError: true }),
  });
  if (views.length === 0 && isUsual) return null;
  return (
    <div className={styles.kept}>
      {views.length > 0 && (
        <Chips
          label="Kept settings"
          chips={[
            { title: 'Everything', href: hrefOf(usualSettings), isCurrent: isUsual },
            ...views.map((view) => ({ title: view.name, href: hrefOf(view.settings), isCurrent: view === current })),
          ]}
        />
      )}
      {!isUsual && !current && <Button onClick={() => setNaming(true)}>Keep these settings…</Button>}
      {current && current.user === userId && (
        <Button kind="quiet" isBusy={remove.isPending} onClick={() => remove.mutate(current)}>
          Forget ‘{current.name}’
        </Button>
      )}
      {isNaming && (
        <NameDialog
          onClose={() => setNaming(false)}
          onName={async (name) => {
            const body = { resource, name, config: configOf(settings) };
            const there = views.find((view) => view.name === name && view.user === userId);
            await request(
              there
                ? { method: 'PATCH', path: `saved_views/${there.id}`, body: { config: body.config } }
                : { method: 'POST', path: 'saved_views', body },
            );
            await reload();
          }}
        />
      )}
    </div>
  );
}

function NameDialog({ onName, onClose }: { onName: (name: string) => Promise<void>; onClose: () => void }) {
  const [name, setName] = useState('');
  const save = useMutation({ mutationFn: onName, onSuccess: onClose });
  return (
    <Dialog
      title="Keep these settings"
      onClose={onClose}
      onSubmit={() => name.trim() && save.mutate(name.trim())}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={save.isPending}>
            Keep
          </Button>
        </>
      }
    >
      {save.error && <Banner status="error" title={save.error.message} />}
      <TextField
        label="Name"
        hint="Filters, columns and comparison stand above the report under this name, for you alone."
        isRequired
        maxLength={200}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </Dialog>
  );
}
