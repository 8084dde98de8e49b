import BookmarkBorder from '@mui/icons-material/BookmarkBorder';
import { Menu, MenuItem, Tab, Tabs, Typography } from '@mui/material';
import { useState } from 'react';
import { useNotify, usePermissions } from 'react-admin';
import type { SavedView } from '#schemas/generated/types.ts';
import type { Role } from '#schemas/resource/resource.ts';
import { lazyComponent } from '../frame/lazy-component.tsx';
import { BarButton } from '../generate/list/BarButton.tsx';
import type { SavedViews } from './useSavedViews.ts';

const ViewDialog = lazyComponent(async () => (await import('./ViewDialog.tsx')).ViewDialog, { isDialog: true });

type OpenDialog = 'new' | 'name' | 'share';

/** Menu that saves the list as a view, and updates, renames, shares or deletes the user's own. */
export function ViewMenu({ saved }: { saved: SavedViews }) {
  const { selected, isChanged, isOwn } = saved;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const canShare = useCanShare();
  const notify = useNotify();
  const close = () => setAnchor(null);
  const closeAndRun = (act: () => unknown) => () => {
    close();
    act();
  };
  const update = async (view: SavedView) => {
    try {
      await saved.change(view);
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' });
    }
  };
  return (
    <>
      <BarButton
        label={selected ? 'View' : 'Save view'}
        icon={<BookmarkBorder />}
        isActive={selected !== undefined}
        aria-haspopup={selected ? 'menu' : 'dialog'}
        aria-expanded={anchor !== null}
        onClick={(event) => (selected ? setAnchor(event.currentTarget) : setOpenDialog('new'))}
      />
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        slotProps={{ list: { 'aria-label': 'View', dense: true }, paper: { sx: { minWidth: 220, maxWidth: 340 } } }}
      >
        <MenuItem onClick={closeAndRun(() => setOpenDialog('new'))}>Save as a new view…</MenuItem>
        {selected && isOwn(selected)
          ? [
              <MenuItem key="update" disabled={!isChanged} onClick={closeAndRun(() => void update(selected))}>
                {`Update “${selected.name}”`}
              </MenuItem>,
              <MenuItem key="name" onClick={closeAndRun(() => setOpenDialog('name'))}>
                Rename…
              </MenuItem>,
              canShare ? (
                <MenuItem key="share" onClick={closeAndRun(() => setOpenDialog('share'))}>
                  Share…
                </MenuItem>
              ) : null,
              <MenuItem key="delete" onClick={closeAndRun(() => saved.remove(selected))}>
                Delete
              </MenuItem>,
            ]
          : null}
      </Menu>
      {openDialog === 'new' ? (
        <ViewDialog
          title="Save list as view"
          view={{}}
          formFields={canShare ? ['name', 'entityId'] : ['name']}
          onSave={saved.saveAs}
          onClose={() => setOpenDialog(undefined)}
        />
      ) : null}
      {selected && (openDialog === 'name' || openDialog === 'share') ? (
        <ViewDialog
          title={openDialog === 'name' ? 'Rename view' : 'Share view'}
          view={selected}
          formFields={[openDialog === 'name' ? 'name' : 'entityId']}
          onSave={(data) => saved.change(selected, data)}
          onClose={() => setOpenDialog(undefined)}
        />
      ) : null}
    </>
  );
}

/** Sharing affects an organization, so it needs an administrator. */
function useCanShare(): boolean {
  const { permissions = [] } = usePermissions<Role[]>();
  return permissions.some((role) => role === 'ADMIN' || role === 'AGENCY_ADMIN');
}

/** Tabs of the saved views, the user's own first; hidden if there are none. */
export function ViewTabs({ saved }: { saved: SavedViews }) {
  const { views, selected, isChanged, isOwn, isOfPortal, apply, reset } = saved;
  if (views.length === 0) return null;
  const own = views.filter(isOwn);
  const shared = views.filter((view) => !isOwn(view));
  return (
    <Tabs
      value={selected?.id ?? ''}
      variant="scrollable"
      scrollButtons="auto"
      allowScrollButtonsMobile
      aria-label="Views"
      sx={{
        mb: 1,
        minHeight: 36,
        borderBottom: 1,
        borderColor: 'divider',
        '& .MuiTab-root': { minHeight: 36, py: 0.5 },
        // Hides disabled scroll buttons instead of reserving space.
        '& .MuiTabs-scrollButtons.Mui-disabled': { display: 'none' },
      }}
    >
      <Tab value="" label="All" onClick={reset} />
      {[...own, ...shared].map((view) => (
        <Tab
          key={view.id}
          value={view.id}
          onClick={() => void apply(view.id)}
          label={
            <Typography component="span" variant="inherit" noWrap sx={{ maxWidth: '28ch' }}>
              {view.id === selected?.id && isChanged ? `${view.name} (changed)` : view.name}
            </Typography>
          }
          title={isOwn(view) ? view.name : `${view.name}: shared ${isOfPortal(view) ? 'in the portal' : 'with you'}`}
        />
      ))}
    </Tabs>
  );
}
