package control

import (
	"context"
	"sync"

	"dev.scalelab/cluster/internal/kubeapi"
)

// StorageClass is the name of the default StorageClass, and Provisioner that of its provisioner.
const (
	StorageClass = "standard"
	Provisioner  = "scalelab.dev/local"
)

// object is an object that is created when the cluster starts.
type object struct {
	collection string
	content    map[string]any
}

func rule(group string, resources, verbs []string) map[string]any {
	return map[string]any{"apiGroups": []string{group}, "resources": resources, "verbs": verbs}
}

const rbac = "rbac.authorization.k8s.io"

func role(name string, rules ...map[string]any) object {
	return object{"/apis/" + rbac + "/v1/clusterroles", map[string]any{
		"apiVersion": rbac + "/v1", "kind": "ClusterRole", "metadata": map[string]any{"name": name}, "rules": rules,
	}}
}

func binding(user, role string) object {
	return object{"/apis/" + rbac + "/v1/clusterrolebindings", map[string]any{
		"apiVersion": rbac + "/v1", "kind": "ClusterRoleBinding", "metadata": map[string]any{"name": user},
		"roleRef":  map[string]any{"apiGroup": rbac, "kind": "ClusterRole", "name": role},
		"subjects": []any{map[string]any{"apiGroup": rbac, "kind": "User", "name": user}},
	}}
}

func objects() []object {
	read := []string{"get", "list", "watch"}
	return []object{
		binding(kubeletClient, "system:kubelet-api-admin"),
		role(dnsUser,
			rule("", []string{"services", "pods", "namespaces", "nodes"}, read),
			rule("discovery.k8s.io", []string{"endpointslices"}, read)),
		binding(dnsUser, dnsUser),
		role(storageUser,
			rule("", []string{"persistentvolumeclaims"}, read),
			rule("", []string{"persistentvolumes"}, append([]string{"create", "delete"}, read...)),
			rule("storage.k8s.io", []string{"storageclasses"}, read)),
		binding(storageUser, storageUser),
		role(policiesUser,
			rule("", []string{"pods", "namespaces"}, read),
			rule("networking.k8s.io", []string{"networkpolicies"}, read)),
		binding(policiesUser, policiesUser),
		{"/apis/storage.k8s.io/v1/storageclasses", map[string]any{
			"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass",
			"metadata": map[string]any{"name": StorageClass, "annotations": map[string]any{
				"storageclass.kubernetes.io/is-default-class": "true"}},
			"provisioner": Provisioner, "reclaimPolicy": "Delete", "volumeBindingMode": "WaitForFirstConsumer",
		}},
	}
}

// Objects creates the RBAC rules of the cluster's own users and the default StorageClass.
func Objects(ctx context.Context, api *kubeapi.Client) error {
	var all sync.WaitGroup
	list := objects()
	failures := make([]error, len(list))
	for index, item := range list {
		all.Add(1)
		go func() {
			defer all.Done()
			name := item.content["metadata"].(map[string]any)["name"].(string)
			failures[index] = api.Apply(ctx, item.collection+"/"+name, item.content)
		}()
	}
	all.Wait()
	for _, err := range failures {
		if err != nil {
			return err
		}
	}
	return nil
}
