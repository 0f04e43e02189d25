/** The other tabs of this browser: each hears the others and not itself. */
export interface OtherTabs<News> {
  tell(news: News): void;
  listen(hear: (news: News) => void): void;
}

export function otherTabs<News>(name: string): OtherTabs<News> {
  const channel = new BroadcastChannel(name);
  return {
    tell: (news) => channel.postMessage(news),
    listen: (hear) => {
      channel.addEventListener('message', (event: MessageEvent<News>) => hear(event.data));
    },
  };
}
