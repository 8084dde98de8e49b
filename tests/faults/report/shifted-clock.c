/* An LD_PRELOAD library that shifts the wall clock by the number of milliseconds in the file named by CLOCK_OFFSET.
   The file may change at any moment, as when somebody sets a machine's clock. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile long long *offset;
static int (*wait_until)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);

__attribute__((constructor)) static void open_offset(void) {
  wait_until = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
  const char *path = getenv("CLOCK_OFFSET");
  int file = path ? open(path, O_RDONLY) : -1;
  if (file < 0) return;
  void *page = mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
  if (page != MAP_FAILED) offset = page;
  close(file);
}

static void move(struct timespec *time, long long by) {
  long long nanoseconds = time->tv_nsec + (by % 1000) * 1000000;
  time->tv_sec += by / 1000 + (nanoseconds < 0 ? -1 : nanoseconds / 1000000000);
  time->tv_nsec = nanoseconds < 0 ? nanoseconds + 1000000000 : nanoseconds % 1000000000;
}

static long long now_off(void) { return offset ? *offset : 0; }

int clock_gettime(clockid_t clock, struct timespec *time) {
  int failed = syscall(SYS_clock_gettime, clock, time);
  if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) move(time, now_off());
  return failed;
}

int gettimeofday(struct timeval *time, void *zone) {
  struct timespec exact;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &exact);
  time->tv_sec = exact.tv_sec;
  time->tv_usec = exact.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *to) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  if (to) *to = exact.tv_sec;
  return exact.tv_sec;
}

/* Waiting until an absolute time uses the kernel's clock, which is not shifted: shift the deadline back. A deadline
   far in the past belongs to another clock. */
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
  struct timespec kernel = *until;
  if (until->tv_sec > 1000000000) move(&kernel, -now_off());
  return wait_until(condition, mutex, &kernel);
}
