// One entry a page: title, address, words.
window.KESTREL_INDEX = [
  ["Kestrel: a small task queue", "index.html", "task queue worker broker process"],
  ["Install", "guide/install.html", "install pip extras python version"],
  ["First steps", "guide/first-steps.html", "task decorator later worker terminal"],
  ["Deploying", "guide/deploying.html", "service restart log backlog poison"],
  ["Queue", "api/queue.html", "queue path timeout compress task later failed"],
  ["Worker", "api/worker.html", "worker idle limit only loop"],
  ["Changes", "changelog.html", "version changes compressed"],
];
