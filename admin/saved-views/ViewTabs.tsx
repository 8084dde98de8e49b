import { Tab, Tabs, Typography } from '@mui/material';
import type { SavedViews } from './useSavedViews.ts';

/** Tabs of the saved views, the user's own first; hidden if there are none. */
export function ViewTabs({ saved }: { saved: SavedViews }) {
  const { views, selected, isChanged, isOwn, apply, reset } = saved;
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
          title={isOwn(view) ? view.name : `${view.name}: shared with you`}
        />
      ))}
    </Tabs>
  );
}
