import { Tab, Tabs, Typography } from '@mui/material';
import type { SavedViews } from './useSavedViews.ts';

/** The saved views of a list as tabs above it, one's own first; nothing while there are none. */
export function ViewTabs({ saved }: { saved: SavedViews }) {
  const { views, chosen, isChanged, isOwn, apply, leave } = saved;
  if (views.length === 0) return null;
  const own = views.filter(isOwn);
  const shared = views.filter((view) => !isOwn(view));
  return (
    <Tabs
      value={chosen?.id ?? ''}
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
        // Where there is nowhere to go is no room for the way.
        '& .MuiTabs-scrollButtons.Mui-disabled': { display: 'none' },
      }}
    >
      <Tab value="" label="All" onClick={leave} />
      {[...own, ...shared].map((view) => (
        <Tab
          key={view.id}
          value={view.id}
          onClick={() => void apply(view.id)}
          label={
            <Typography component="span" variant="inherit" noWrap sx={{ maxWidth: '28ch' }}>
              {view.id === chosen?.id && isChanged ? `${view.name} (changed)` : view.name}
            </Typography>
          }
          title={isOwn(view) ? view.name : `${view.name}: shared with you`}
        />
      ))}
    </Tabs>
  );
}
