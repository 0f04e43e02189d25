/** Messages between the tabs of this browser; a tab does not receive its own. */
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
