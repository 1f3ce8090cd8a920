// Browsers start no worker for a page that was opened from a folder. An empty frame runs the script of the search there
// instead: what it takes for a worker's scope is the frame's window, whose messages are passed on without a copy.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.scope = frame.contentWindow;
      this.scope.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.scope.importScripts = (...urls) =>
        urls.reduce((before, next) => before.then(() => this.run(next)), Promise.resolve());
      this.ready = this.run(url);
    }

    run(url) {
      return new Promise((resolve, reject) => {
        const script = this.scope.document.createElement("script");
        script.onload = resolve;
        script.onerror = () => reject(new Error(`cannot read ${url}`));
        script.src = url;
        this.scope.document.body.append(script);
      });
    }

    postMessage(data) {
      this.ready.then(() => this.scope.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
  window.Worker = window.IFrameWorker;
}
